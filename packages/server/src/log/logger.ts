import type { LogLevel } from '@quire/core'
import { type DestinationStream, type Logger, pino } from 'pino'
import { BufferedOutput } from './buffered-output.ts'
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

/**
 * The log of the service: secrets are taken out of every line, errors are kept with stack and causes.
 *
 * @example
 * const log = createLogger({ level: 'info', pretty: process.stdout.isTTY })
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', pretty = false } = options
  const target = options.destination ?? (pretty ? readableLines(process.stdout) : standardOutput())
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

/** Resolves when every line so far has left the process. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()))
}

let output: BufferedOutput | undefined

/** One for all logs of the process: their lines stay in order, and are written together when it ends. */
function standardOutput(): BufferedOutput {
  output ??= new BufferedOutput(1)
  return output
}

let second = 0
let secondText = ''

/** Lines of one second share all but the last digits: to write a date anew is a good part of the cost of a short line. */
function isoTime(): string {
  const now = Date.now()
  const milliseconds = now % 1000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    secondText = `,"time":"${new Date(second).toISOString().slice(0, -'000Z'.length)}`
  }
  return `${secondText}${String(milliseconds).padStart(3, '0')}Z"`
}
