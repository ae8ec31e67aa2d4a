const keyOf = (slug: string) => `quire/transfers/${slug}`

/** Remembers that this browser started a transfer, so that the list asks for running ones when it is opened again. */
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
