import { ConfigurationError, LOG_LEVELS, type LogLevel, type QuireConfig } from '@quirecms/core'

/** The log level: `LOG_LEVEL`, or else the validated configuration (docs/contract/configuration.md#logging). */
export function logLevel({ log }: Pick<QuireConfig, 'log'>, env: NodeJS.ProcessEnv = process.env): LogLevel {
  const { LOG_LEVEL: given } = env
  // Empty counts as unset.
  if (!given) return log?.level ?? 'info'
  if (isLevel(given)) return given
  const levels = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(LOG_LEVELS)
  throw new ConfigurationError([{ place: 'LOG_LEVEL', message: `must be ${levels}, not '${given}'` }])
}

function isLevel(text: string): text is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(text)
}
