/** Names of members that contain secrets, compared without case and punctuation. */
const SECRET_NAMES = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'proxyauthorization',
  'password',
  'currentpassword',
  'newpassword',
  'passwordhash',
  'secret',
  'token',
  'sessiontoken',
  'accesstoken',
  'refreshtoken',
  'apikey',
  'xbootstraptoken',
])

const DEEPEST = 6

/**
 * Returns a copy without secret values, or the same object if it has none. Limited to a depth that is reasonable for a
 * log line. Instances of classes (requests, sockets) are reduced to their name, because they may contain secrets under
 * other names.
 */
export function withoutSecrets(object: Record<string, unknown>): Record<string, unknown> {
  return redacted(object, 1) as Record<string, unknown>
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth > DEEPEST) return '[too deep]'
  if (!Array.isArray(value) && !isPlainObject(value)) return `[${value.constructor.name}]`
  let copy: Record<string, unknown> | unknown[] | undefined
  for (const [name, inner] of Object.entries(value)) {
    const replacement = isSecretName(name) ? '[redacted]' : redacted(inner, depth + 1)
    if (replacement === inner) continue
    copy ??= Array.isArray(value) ? Array.from<unknown>(value) : { ...value }
    ;(copy as Record<string, unknown>)[name] = replacement
  }
  return copy ?? value
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase())
}
