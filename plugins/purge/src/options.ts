import { ConfigurationError, type QuireConfig, type RuleArguments } from 'quirecms'
import { type ConfigurationProblem, type Duration, parseDuration } from 'quirecms/plugin'
import type { Cache } from './caches.ts'

export interface PurgeOptions {
  /**
   * `cloudflare({ zone, token })`, `fastly({ service, token })`, `vercel({ project, token })`, or
   * `url({ url, secret })`.
   */
  readonly to: Cache
  /** How long changes are collected into one purge; `'1s'` by default. */
  readonly collect?: Duration
  /** Timeout of a request to the cache; `'10s'` by default. */
  readonly timeout?: Duration
  /** Delays between attempts; nine attempts within about a day by default. */
  readonly retryAfter?: readonly Duration[]
  /** How long the log is kept; `'7d'` by default. */
  readonly retention?: Duration
  /**
   * Who may read the log and retry. By default, users of the admin collection who may read all collections and globals.
   */
  readonly access?: (args: RuleArguments) => boolean | Promise<boolean>
}

export interface PurgeSettings {
  readonly to: Cache
  readonly collect: number
  readonly timeout: number
  readonly retryAfter: readonly number[]
  readonly retention: number
  readonly access: PurgeOptions['access']
}

const OPTIONS: readonly (keyof PurgeOptions)[] = ['to', 'collect', 'timeout', 'retryAfter', 'retention', 'access']
const RETRY_AFTER: readonly Duration[] = ['1s', '5s', '30s', '2m', '10m', '1h', '6h', '16h']

export function resolveOptions(options: PurgeOptions): PurgeSettings {
  const problems: ConfigurationProblem[] = []
  const wrong = (place: string, message: string) => problems.push({ place: `purge.${place}`, message })
  const duration = (place: string, given: Duration | undefined, otherwise: number): number => {
    if (given === undefined) return otherwise
    try {
      return parseDuration(given)
    } catch {
      wrong(place, "must be a duration such as '5s'")
      return otherwise
    }
  }
  for (const name of Object.keys(options))
    if (!(OPTIONS as readonly string[]).includes(name))
      wrong(name, `is not an option here (the options are: ${OPTIONS.join(', ')})`)
  if (typeof options.to?.request !== 'function') wrong('to', 'must be a cache, such as cloudflare({ zone, token })')
  else checkAddress(options.to, wrong)
  const settings: PurgeSettings = {
    to: options.to,
    collect: duration('collect', options.collect, 1_000),
    timeout: duration('timeout', options.timeout, 10_000),
    retryAfter: (options.retryAfter ?? RETRY_AFTER).map((wait, index) => duration(`retryAfter.${index}`, wait, 0)),
    retention: duration('retention', options.retention, 7 * 86_400_000),
    access: options.access,
  }
  if (settings.timeout < 1 || settings.timeout > 60_000) wrong('timeout', "must be at most '60s'")
  if (problems.length > 0) throw new ConfigurationError(problems)
  return settings
}

function checkAddress(to: Cache, wrong: (place: string, message: string) => void): void {
  try {
    const { url } = to.request([])
    if (url.protocol !== 'https:' && !(to.isPrivate && url.protocol === 'http:'))
      wrong('to.url', 'must be over https; `privateNetwork: true` allows http in a network of your own')
  } catch {
    wrong('to.url', 'must be a URL')
  }
}

/** The cache can only purge by tags if responses carry them. */
export function checkTags({ server }: QuireConfig): void {
  if (server?.cacheTags) return
  const message =
    "is required by purge(…), which purges responses by their tags: { header: 'Cache-Tag' }, or the header that your cache reads"
  throw new ConfigurationError([{ place: 'server.cacheTags', message }])
}
