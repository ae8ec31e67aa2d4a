import { isObject } from '../content/json-object.ts'
import { aBoolean, aCount, aFunction, aText, anObject, anything, type OptionKind } from '../fields/option-kinds.ts'
import { join, type ProblemList } from './problem-list.ts'
import { parseDuration, parseSize } from './quantities.ts'

export const aListOfTexts: OptionKind = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')
    ? null
    : 'must be a list of texts, none of them empty'

const aPort: OptionKind = (value) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535
    ? null
    : 'must be a whole number from 0 to 65535'

const aProxyTrust: OptionKind = (value) =>
  typeof value === 'boolean' || aCount(value) === null || aListOfTexts(value) === null
    ? null
    : 'must be true, false, the number of proxies in front of the service, or a list of their addresses'

const aPublicUrl: OptionKind = (value) =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
    ? null
    : "must be an http or https URL, such as 'https://www.example.com'"

const someOrigins: OptionKind = (value) => {
  if (!Array.isArray(value)) return "must be a list of origins, such as ['https://www.example.com']"
  const wrong = (value as unknown[]).find((item) => typeof item !== 'string' || URL.parse(item)?.origin !== item)
  return wrong === undefined
    ? null
    : `must contain only exact origins such as 'https://www.example.com', not ${JSON.stringify(wrong)}`
}

export function aQuantity(parse: (value: unknown) => number): OptionKind {
  return (value) => {
    try {
      return parse(value) > 0 ? null : 'must be more than 0'
    } catch (error) {
      return (error as Error).message
    }
  }
}

export const aPositiveCount: OptionKind = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : 'must be a whole number, 1 or more'

/** A duration that may be zero. */
const aDelay: OptionKind = (value) => (value === 0 ? null : aQuantity(parseDuration)(value))

const serverKinds: Readonly<Record<string, OptionKind>> = {
  publicUrl: aPublicUrl,
  host: aText,
  port: aPort,
  trustProxy: aProxyTrust,
  allowedHosts: aListOfTexts,
  cors: anObject,
  bodyLimit: aQuantity(parseSize),
  jsonNodes: aPositiveCount,
  requestTimeout: aQuantity(parseDuration),
  cacheTags: anObject,
  compression: aBoolean,
  connections: anObject,
  lameDuck: aDelay,
  drain: aDelay,
  metrics: (value) =>
    typeof value === 'boolean' || isObject(value) ? null : "must be true, false, or an object such as { token: '…' }",
  rateLimit: (value) =>
    value === false || isObject(value) ? null : 'must be false, or an object such as { requests: 600 }',
}

const aHeaderName: OptionKind = (value) =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(value)
    ? null
    : "must be the name of a header, such as 'Cache-Tag'"

const aSecret: OptionKind = (value) =>
  typeof value === 'string' && value.length >= 16 ? null : 'must be a text of 16 characters or more'

const cacheTagsKinds = { header: aHeaderName, secret: aSecret }
const aMetricsPath: OptionKind = (value) =>
  typeof value === 'string' && /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(value) && !/^\/api(?:\/|$)/.test(value)
    ? null
    : "must be a path outside of /api, such as '/metrics'"

const metricsKinds = { path: aMetricsPath, token: aSecret, port: aPort, host: aText }

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

function checkMetrics(value: unknown, place: string, problems: ProblemList): void {
  const metrics = problems.members(value, place, metricsKinds)
  if (!metrics) return
  const { token, port, host } = metrics
  // A token that is set but undefined is probably a missing environment variable.
  if ('token' in metrics && token === undefined)
    problems.add(join(place, 'token'), 'is undefined: set it, or leave it out')
  if (host !== undefined && port === undefined)
    problems.add(join(place, 'host'), 'has no effect without `port`: add a port, or leave this out')
  else if (typeof host === 'string' && !LOOPBACK.test(host) && token === undefined)
    problems.add(
      join(place, 'token'),
      `is required, because other machines can reach ${host}: add one of 16 characters or more`,
    )
}

const corsKinds = { origins: someOrigins, credentials: aBoolean, headers: aListOfTexts }
const rateLimitKinds = {
  requests: aPositiveCount,
  auth: aPositiveCount,
  window: aQuantity(parseDuration),
  inFlight: aPositiveCount,
}
const connectionsKinds = { total: aPositiveCount, perClient: aPositiveCount, unsent: aQuantity(parseSize) }

export function checkServer(value: unknown, place: string, problems: ProblemList): void {
  const server = problems.members(value, place, serverKinds)
  if (isObject(server?.['cors'])) problems.members(server['cors'], join(place, 'cors'), corsKinds, ['origins'])
  if (isObject(server?.['cacheTags']))
    problems.members(server['cacheTags'], join(place, 'cacheTags'), cacheTagsKinds, ['header'])
  if (isObject(server?.['rateLimit'])) problems.members(server['rateLimit'], join(place, 'rateLimit'), rateLimitKinds)
  if (isObject(server?.['metrics'])) checkMetrics(server['metrics'], join(place, 'metrics'), problems)
  if (isObject(server?.['connections'])) {
    problems.members(server['connections'], join(place, 'connections'), connectionsKinds)
  }
}

const limitKinds = {
  queryTimeout: aQuantity(parseDuration),
  transactionTimeout: aQuantity(parseDuration),
  maxWaitingWrites: aPositiveCount,
}

const sqliteKinds = { dialect: anything, path: aText, ...limitKinds }

const postgresKinds = {
  dialect: anything,
  url: ((value) =>
    typeof value === 'string' && /^postgres(?:ql)?:\/\//.test(value)
      ? null
      : "must be a URL such as 'postgres://user:password@localhost/name'") as OptionKind,
  poolSize: aPositiveCount,
  pooler: ((value) => (value === 'transaction' ? null : "must be 'transaction', or left out")) as OptionKind,
  ...limitKinds,
}

export function checkDatabase(value: unknown, place: string, problems: ProblemList): void {
  const dialect = isObject(value) ? value['dialect'] : undefined
  if (dialect === 'sqlite') problems.members(value, place, sqliteKinds, ['path'])
  else if (dialect === 'postgres') problems.members(value, place, postgresKinds, ['url'])
  else if (dialect === 'other') problems.members(value, place, { dialect: aText, open: aFunction }, ['open'])
  else
    problems.add(
      place,
      "must be made with sqlite() or postgres(), as in sqlite('./data/app.db'), or be a storage of your own: { dialect: 'other', open }",
    )
}
