/** Replaces the placeholders of `admin.preview`. Missing values become empty. */
export function previewAddress(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([\w.]+)\}/g, (_, path: string) => encodeURIComponent(textAt(values, path)))
}

/**
 * Adds the nonce in the fragment, which never reaches a server. The page returns it to prove that it is the requested
 * one.
 */
export function withNonce(address: string, nonce: string): string {
  return `${address}${address.includes('#') ? '&' : '#'}quire-preview=${nonce}`
}

function textAt(values: unknown, path: string): string {
  const value = path.split('.').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), values)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
