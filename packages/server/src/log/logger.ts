import type { LogLevel } from '@quire/core'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { errorRecord } from './error-record.ts'
import { readableLines } from './readable-lines.ts'
import { withoutSecrets } from './redaction.ts'

export interface LoggerOptions {
  readonly level?: LogLevel
  /** Lines for people instead of JSON. */
  readonly pretty?: boolean
  /** Where the lines go; standard output by default. */
  readonly destination?: DestinationStream
}

/** JSON lines wait for each other up to this size and time: a write for each request would cost more than the request. */
const BUFFER_BYTES = 4096
const FLUSH_EVERY = 250

/**
 * The log of the service: secrets are taken out of every line, errors are kept with stack and causes.
 *
 * @example
 * const log = createLogger({ level: 'info', pretty: process.stdout.isTTY })
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', pretty = false } = options
  const target = options.destination ?? (pretty ? readableLines(process.stdout) : bufferedStandardOutput())
  return pino(
    {
      level,
      base: null,
      timestamp: isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: (error: unknown) => errorRecord(error) },
    },
    target,
  )
}

function bufferedStandardOutput(): DestinationStream {
  return destination({ fd: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_EVERY })
}

let lastTime = 0
let lastTimeText = ''

/** Lines of one millisecond share the text: writing a date is half the cost of a short line. */
function isoTime(): string {
  const now = Date.now()
  if (now !== lastTime) {
    lastTime = now
    lastTimeText = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastTimeText
}
