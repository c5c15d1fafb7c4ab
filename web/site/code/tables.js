// Table files: fetched once, checked against the manifest's SHA-256, then decoded.

import { SiteError } from "./errors.js";

const ARRAYS = { float64: Float64Array, uint8: Uint8Array, bool: Uint8Array };

/**
 * Reads a file of the site; `again` past any cache.
 * @typedef {(file: string, again: boolean) => Promise<ArrayBuffer>} Read
 */

/**
 * Return the manifest.
 * @param {Read} read
 * @param {string} file
 * @param {string} sha256 of the file, as the page has it
 */
export async function readManifest(read, file, sha256) {
  const bytes = await readChecked(read, file, sha256);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Return the columns of a table by name, each a typed array, after checking every byte.
 * @param {Read} read
 * @param {object} table as the manifest has it
 */
export async function readColumns(read, table) {
  const names = Object.keys(table.columns);
  const arrays = await Promise.all(names.map((name) => readColumn(read, table.columns[name])));
  return Object.fromEntries(names.map((name, i) => [name, arrays[i]]));
}

async function readColumn(read, column) {
  return new ARRAYS[column.dtype](await readUnpacked(read, column));
}

/**
 * Return the bytes of a packed file, after checking all of them.
 * @param {Read} read
 * @param {object} packed as the manifest has it
 */
export async function readUnpacked(read, packed) {
  const bytes = await readChecked(read, packed.file, packed.sha256);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(packed.encoding));
  return new Response(stream).arrayBuffer();
}

/** Return a file whose SHA-256 is the one given; what a cache has damaged is read again. */
async function readChecked(read, file, sha256) {
  if (!globalThis.crypto?.subtle) {
    throw new SiteError(
      "browsers check files only on pages from https:// or localhost: open this site from there",
    );
  }
  let found;
  for (const again of [false, true]) {
    const bytes = await read(file, again);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (found === sha256) return bytes;
  }
  throw new SiteError(
    `${file} is damaged: its SHA-256 begins with ${found.slice(0, 12)}, not with ` +
      `${sha256.slice(0, 12)}; reload the page or, if that does not help, export the site again`,
  );
}
