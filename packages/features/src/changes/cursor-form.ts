/** Clients import this file, so it must not need Node. */

/** 52 bytes in base64url. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]{70}$'

export const MOST_CHANGES = 500
