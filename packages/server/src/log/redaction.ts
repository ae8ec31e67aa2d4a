/** Names of members that hold secrets, compared without case and punctuation. */
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
 * A copy without the values of secrets, down to any depth that is reasonable in a log line; the same object if it has
 * none. For instances of classes (requests, sockets), only the name is kept: they hold secrets in forms of their own.
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
