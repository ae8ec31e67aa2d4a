import { ConfigurationError, type QuireConfig, type RuleArguments } from 'quirecms'
import {
  type ConfigurationProblem,
  type DocumentEventName,
  type Duration,
  parseDuration,
  parseSize,
  type Size,
} from 'quirecms/plugin'
import { signingKey } from './signature.ts'

/** `document.*` and `global.*` select all events of a kind, those of plugins included. */
export type WebhookEvent = DocumentEventName | 'document.*' | 'global.*'

export interface WebhookEndpoint {
  /** Must be https and a public address, unless `privateNetwork` is set. */
  readonly url: string
  /** `whsec_` and 24 to 64 random bytes in base64. During a rotation, both secrets: requests are signed with each. */
  readonly secret: string | readonly string[]
  /** All events by default. */
  readonly events?: readonly WebhookEvent[]
  /** All collections by default, except those of users. */
  readonly collections?: readonly string[]
  /** All globals by default. */
  readonly globals?: readonly string[]
  /** `'reference'` sends the document's id and revision without its content. */
  readonly content?: 'document' | 'reference'
  /** Added to each request, for receivers that need a token. */
  readonly headers?: Readonly<Record<string, string>>
  /** Allows http and private addresses. */
  readonly privateNetwork?: boolean
}

export interface WebhooksOptions {
  readonly endpoints: Readonly<Record<string, WebhookEndpoint>>
  /** Timeout of a request; `'10s'` by default. */
  readonly timeout?: Duration
  /** Delays between attempts; ten attempts within about 19 hours by default. */
  readonly retryAfter?: readonly Duration[]
  /** Concurrent requests to one endpoint, per instance; 4 by default. */
  readonly concurrency?: number
  /** Largest body with content; a larger event is sent without the document. `'256kb'` by default. */
  readonly bodyLimit?: Size
  /** Most pending deliveries of one endpoint; 100,000 by default. Beyond that, the oldest are given up. */
  readonly maxWaiting?: number
  readonly log?: {
    /** How long finished deliveries are kept; `'7d'` by default. */
    readonly retention?: Duration
    /** Most finished deliveries that are kept; 100,000 by default. */
    readonly max?: number
  }
  /**
   * Who may read the log, redeliver and test. By default, users who may manage keys (`manageKeys` of the admin
   * collection), for collections and globals whose read rule returns `true`.
   */
  readonly access?: (args: RuleArguments) => boolean | Promise<boolean>
}

export interface Endpoint {
  readonly name: string
  readonly url: URL
  readonly keys: readonly Buffer[]
  readonly events: readonly string[]
  readonly collections: readonly string[] | null
  readonly globals: readonly string[] | null
  readonly content: 'document' | 'reference'
  readonly headers: Readonly<Record<string, string>>
  readonly isPrivate: boolean
}

export interface WebhookSettings {
  readonly endpoints: readonly Endpoint[]
  readonly timeout: number
  readonly retryAfter: readonly number[]
  readonly concurrency: number
  readonly bodyLimit: number
  readonly mostWaiting: number
  readonly retention: number
  readonly mostKept: number
  readonly access: WebhooksOptions['access']
}

const RETRY_AFTER: readonly Duration[] = ['5s', '30s', '2m', '10m', '30m', '1h', '2h', '5h', '10h']
const NAME = /^[a-z][a-z0-9-]{0,62}$/
const HEADER = /^[A-Za-z0-9-]{1,64}$/
const OWN_HEADERS = /^(?:host|connection|content-(?:type|length|encoding)|transfer-encoding|webhook-.*)$/i
const NEW_SECRET = `node -p "'whsec_' + crypto.randomBytes(32).toString('base64')"`

/**
 * Checks the options and applies the defaults. Throws all problems at once; messages contain no secret and no address.
 */
export function resolveOptions(options: WebhooksOptions): WebhookSettings {
  const problems: ConfigurationProblem[] = []
  const wrong = (place: string, message: string) => void problems.push({ place: `webhooks.${place}`, message })
  const quantity = <T>(place: string, given: unknown, parse: (value: unknown) => T, instead: T): T => {
    try {
      return given === undefined ? instead : parse(given)
    } catch (error) {
      wrong(place, (error as Error).message)
      return instead
    }
  }
  const amount = (place: string, given: unknown, instead: number, most: number): number => {
    if (given === undefined) return instead
    if (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= most) return Number(given)
    wrong(place, `must be a whole number from 1 to ${most}`)
    return instead
  }
  unknownOptions(options, OPTIONS, '', wrong)
  unknownOptions(options.log ?? {}, LOG_OPTIONS, 'log.', wrong)
  const entries = Object.entries(options.endpoints ?? {})
  if (entries.length === 0) wrong('endpoints', 'name at least one endpoint')
  const endpoints = entries.map(([name, endpoint]) =>
    resolveEndpoint(name, endpoint, (place, message) => wrong(`endpoints.${name}${place}`, message)),
  )
  const settings: WebhookSettings = {
    endpoints: endpoints.flatMap((endpoint) => endpoint ?? []),
    timeout: quantity('timeout', options.timeout, parseDuration, 10_000),
    retryAfter: (options.retryAfter ?? RETRY_AFTER).map((wait, index) =>
      quantity(`retryAfter.${index}`, wait, parseDuration, 0),
    ),
    concurrency: amount('concurrency', options.concurrency, 4, 64),
    bodyLimit: quantity('bodyLimit', options.bodyLimit, parseSize, 256 * 1024),
    mostWaiting: amount('maxWaiting', options.maxWaiting, 100_000, 10_000_000),
    retention: quantity('log.retention', options.log?.retention, parseDuration, 7 * 86_400_000),
    mostKept: amount('log.max', options.log?.max, 100_000, 10_000_000),
    access: options.access,
  }
  if (options.access !== undefined && typeof options.access !== 'function') wrong('access', 'must be a function')
  if (settings.timeout < 1 || settings.timeout > 60_000) wrong('timeout', "must be at most '60s'")
  if (problems.length > 0) throw new ConfigurationError(problems)
  return settings
}

const OPTIONS: readonly (keyof WebhooksOptions)[] = [
  'endpoints',
  'timeout',
  'retryAfter',
  'concurrency',
  'bodyLimit',
  'maxWaiting',
  'log',
  'access',
]
const LOG_OPTIONS: readonly (keyof NonNullable<WebhooksOptions['log']>)[] = ['retention', 'max']
const ENDPOINT_OPTIONS: readonly (keyof WebhookEndpoint)[] = [
  'url',
  'secret',
  'events',
  'collections',
  'globals',
  'content',
  'headers',
  'privateNetwork',
]

/** A misspelled filter would send everything. */
function unknownOptions(
  given: object,
  known: readonly string[],
  before: string,
  wrong: (place: string, message: string) => void,
): void {
  for (const name of Object.keys(given))
    if (!known.includes(name)) wrong(`${before}${name}`, `is not an option here (the options are: ${known.join(', ')})`)
}

function resolveEndpoint(
  name: string,
  given: WebhookEndpoint,
  wrong: (place: string, message: string) => void,
): Endpoint | null {
  const { events = ['document.*', 'global.*'], headers = {}, privateNetwork = false } = given
  unknownOptions(given, ENDPOINT_OPTIONS, '.', wrong)
  if (!NAME.test(name)) wrong('', 'the name must have 1 to 63 lowercase letters, digits and hyphens')
  const url = typeof given.url === 'string' ? URL.parse(given.url) : null
  const protocols = privateNetwork ? ['https:', 'http:'] : ['https:']
  if (!url) wrong('.url', 'must be a URL')
  else if (!protocols.includes(url.protocol))
    wrong('.url', 'must be over https; `privateNetwork: true` allows http in a network of your own')
  else if (url.username !== '' || url.password !== '' || url.hash !== '')
    wrong('.url', 'must contain neither credentials nor a fragment; `headers` is the place for a token')
  const keys = [given.secret].flat().map(signingKey)
  if (keys.length === 0 || keys.includes(null))
    wrong('.secret', `must be \`whsec_\` and 24 to 64 random bytes in base64; make one with: ${NEW_SECRET}`)
  for (const [header, value] of Object.entries(headers)) {
    if (!HEADER.test(header) || OWN_HEADERS.test(header) || typeof value !== 'string' || /[^\t\x20-\x7e]/.test(value))
      wrong(`.headers.${header}`, 'cannot be sent: the service sets it, or it is not a valid header')
  }
  if (!url) return null
  return {
    name,
    url,
    keys: keys.flatMap((key) => key ?? []),
    events,
    collections: given.collections ?? null,
    globals: given.globals ?? null,
    content: given.content ?? 'document',
    headers,
    isPrivate: privateNetwork,
  }
}

/** A filter with an event that no feature emits would never match. */
export function checkEvents({ endpoints }: WebhookSettings, kinds: Iterable<string>): void {
  const known = new Set(['*', ...kinds].flatMap((kind) => [`document.${kind}`, `global.${kind}`]))
  const problems = endpoints.flatMap(({ name, events }) =>
    events
      .filter((event) => !known.has(event))
      .map((event) => ({ place: `webhooks.endpoints.${name}.events`, message: `there is no event "${event}"` })),
  )
  if (problems.length > 0) throw new ConfigurationError(problems)
}

/** A filter with an unknown name would never match. */
export function checkFilters({ endpoints }: WebhookSettings, { collections, globals = {} }: QuireConfig): void {
  const problems = endpoints.flatMap((endpoint) => [
    ...unknownIn(endpoint, 'collections', collections),
    ...unknownIn(endpoint, 'globals', globals),
  ])
  if (problems.length > 0) throw new ConfigurationError(problems)
}

function unknownIn(endpoint: Endpoint, kind: 'collections' | 'globals', there: object): ConfigurationProblem[] {
  const unknown = (endpoint[kind] ?? []).filter((slug) => !Object.hasOwn(there, slug))
  return unknown.map((slug) => ({
    place: `webhooks.endpoints.${endpoint.name}.${kind}`,
    message: `there is no "${slug}"; if another plugin brings it, list that one first`,
  }))
}
