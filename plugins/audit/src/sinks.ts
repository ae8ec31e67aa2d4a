/** Additional destination of entries. */
export interface Sink {
  readonly name: string
  readonly to:
    | { readonly kind: 'stdout' }
    | { readonly kind: 'url'; readonly url: URL; readonly key: Buffer; readonly isPrivate: boolean }
  /** Problems with its options; reported with those of the log. */
  readonly problems: readonly { readonly place: string; readonly message: string }[]
}

/** Writes each entry to standard output, as a line of JSON. */
export function stdout(): Sink {
  return { name: 'stdout', to: { kind: 'stdout' }, problems: [] }
}

export interface UrlSinkOptions {
  /** Must be https and a public address, unless `privateNetwork` is set. */
  readonly url: string
  /** `whsec_` and 24 to 64 random bytes in base64. Requests are signed like webhooks. */
  readonly secret: string
  /** Allows http and private addresses. */
  readonly privateNetwork?: boolean
}

const NEW_SECRET = `node -p "'whsec_' + crypto.randomBytes(32).toString('base64')"`

/** Sends entries to a URL in batches, as lines of JSON. */
export function url({ url: given, secret, privateNetwork = false }: UrlSinkOptions): Sink {
  const problems: { place: string; message: string }[] = []
  const parsed = typeof given === 'string' ? URL.parse(given) : null
  const protocols = privateNetwork ? ['https:', 'http:'] : ['https:']
  if (!parsed) problems.push({ place: '.url', message: 'must be a URL' })
  else if (!protocols.includes(parsed.protocol))
    problems.push({
      place: '.url',
      message: 'must be over https; `privateNetwork: true` allows http in a network of your own',
    })
  else if (parsed.username !== '' || parsed.password !== '' || parsed.hash !== '')
    problems.push({ place: '.url', message: 'must contain neither credentials nor a fragment' })
  const key = signingKeyOf(secret)
  if (!key)
    problems.push({
      place: '.secret',
      message: `must be \`whsec_\` and 24 to 64 random bytes in base64; make one with: ${NEW_SECRET}`,
    })
  const to = { kind: 'url', url: parsed ?? new URL('https://invalid'), key: key ?? Buffer.alloc(0) } as const
  return {
    name: `url ${parsed?.host ?? ''}${parsed?.pathname ?? ''}`,
    to: { ...to, isPrivate: privateNetwork },
    problems,
  }
}

function signingKeyOf(secret: unknown): Buffer | null {
  if (typeof secret !== 'string' || !secret.startsWith('whsec_')) return null
  const text = secret.slice('whsec_'.length)
  const key = Buffer.from(text, 'base64')
  const isWhole = key.toString('base64').replaceAll('=', '') === text.replaceAll('=', '')
  return isWhole && key.length >= 24 && key.length <= 64 ? key : null
}
