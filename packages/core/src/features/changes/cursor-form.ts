/** Clients know these, too: nothing here may need Node. */

/** 53 bytes, as base64url. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]{71}$'

export const MOST_CHANGES = 500
