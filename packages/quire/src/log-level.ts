import { ConfigurationError, LOG_LEVELS, type LogLevel, type QuireConfig } from '@quirecms/core'

/** What is logged: as `LOG_LEVEL` says, else the configuration, which must have been checked (docs/contract/configuration.md#logging). */
export function logLevel({ log }: Pick<QuireConfig, 'log'>, env: NodeJS.ProcessEnv = process.env): LogLevel {
  const { LOG_LEVEL: given } = env
  // Set to nothing is not set.
  if (!given) return log?.level ?? 'info'
  if (isLevel(given)) return given
  const levels = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(LOG_LEVELS)
  throw new ConfigurationError([{ place: 'LOG_LEVEL', message: `must be ${levels}, not '${given}'` }])
}

function isLevel(text: string): text is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(text)
}
