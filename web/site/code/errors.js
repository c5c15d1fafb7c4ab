// What can go wrong: with the site, and with a question.

/** The site cannot answer: a file is missing, damaged, or the browser lacks what is needed. */
export class SiteError extends Error {}

/** The question breaks the rules of the game, or no game leads to it; the message says why. */
export class IllegalState extends Error {}
