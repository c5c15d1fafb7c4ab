// The mixed solution: how often it makes each legal play, on average over what was played before.

/** A solution's rows over the states of a game. */
export class Solution {
  /**
   * @param {import("./love_letter.js").LoveLetter} game
   * @param {object} rules as the manifest has them
   * @param {{actions: Uint8Array, chance: Uint8Array}} columns
   */
  constructor(game, { levels }, { actions, chance }) {
    Object.assign(this, { game, levels, chance });
    this.start = new Uint32Array(actions.length + 1);
    actions.forEach((count, rank) => {
      this.start[rank + 1] = this.start[rank] + count;
    });
    if (actions.length !== game.space.size || this.start.at(-1) !== chance.length) {
      throw new Error("the columns of the solution do not fit its states");
    }
  }

  /** Return how often each legal play is made, by its number; null where no round leads. */
  chances(state) {
    const rank = this.game.space.rank(state);
    const row = this.chance.subarray(this.start[rank], this.start[rank + 1]);
    if (row.length === 0) return null;
    const legal = this.game.legal(state);
    if (legal.length !== row.length) throw new Error("a row does not fit its state");
    return new Map(legal.map((number, i) => [number, row[i] / this.levels]));
  }
}
