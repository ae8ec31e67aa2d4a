const keyOf = (slug: string) => `quire/transfers/${slug}`

/**
 * From now on, something may be under way that was begun in this browser: it is worth a question when the list is
 * opened again.
 */
export function expectTransfers(slug: string): void {
  try {
    localStorage.setItem(keyOf(slug), '1')
  } catch {
    // Without storage, the transfer is still listed in the dialogs.
  }
}

export function expectsTransfers(slug: string): boolean {
  try {
    return localStorage.getItem(keyOf(slug)) !== null
  } catch {
    return false
  }
}

export function forgetTransfers(slug: string): void {
  try {
    localStorage.removeItem(keyOf(slug))
  } catch {
    // No stored value.
  }
}
