/** Clients know these, too: nothing here may need Node. */

/** 52 bytes, as base64url. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]{70}$'

export const MOST_CHANGES = 500
