"""SHA-256 hashes of a file's blocks, kept beside the file for full or partial checks."""

import hashlib
import random
from pathlib import Path

from llq.errors import CorruptTable
from llq.store.atomic import replacing

_BLOCK_BYTES = 1 << 20
_HASH_BYTES = hashlib.sha256().digest_size
_RANDOM = random.SystemRandom()  # leaves the caller's stream alone, and no seed repeats the choice


def block_hashes_path(path: Path) -> Path:
    """Return the hash file beside a file: one SHA-256 per MiB."""
    return path.with_name(f"{path.name}.sha256")


def write_block_hashes(path: Path) -> None:
    """Write the hashes of a file's blocks."""
    digests = b"".join(_hash_block(path, block) for block in range(_count_blocks(path)))
    with replacing(block_hashes_path(path)) as temporary:
        temporary.write_bytes(digests)


def require_block_hashes(path: Path, most: int | None = None) -> None:
    """Check a file's blocks, or ``most`` random ones, against their stored hashes."""
    try:
        digests = block_hashes_path(path).read_bytes()
        blocks = _count_blocks(path)
        chosen = _RANDOM.sample(range(blocks), blocks if most is None else min(most, blocks))
        is_sound = len(digests) == blocks * _HASH_BYTES and all(
            digests[block * _HASH_BYTES :][:_HASH_BYTES] == _hash_block(path, block)
            for block in chosen
        )
    except OSError:
        is_sound = False
    if not is_sound:
        raise CorruptTable(f"{path}: its bytes are not those that were written; delete it")


def _count_blocks(path: Path) -> int:
    return -(-path.stat().st_size // _BLOCK_BYTES)


def _hash_block(path: Path, block: int) -> bytes:
    with path.open("rb") as stream:
        stream.seek(block * _BLOCK_BYTES)
        return hashlib.sha256(stream.read(_BLOCK_BYTES)).digest()
