import type { LogLevel } from '@quirecms/core'
import { type DestinationStream, type Logger, pino } from 'pino'
import { BufferedOutput } from './buffered-output.ts'
import { errorRecord } from './error-record.ts'
import { readableLines } from './readable-lines.ts'
import { withoutSecrets } from './redaction.ts'

export interface LoggerOptions {
  readonly level?: LogLevel
  /** Readable lines instead of JSON. */
  readonly pretty?: boolean
  /** Output of the lines; standard output by default. */
  readonly destination?: DestinationStream
}

/**
 * The log of the service. Secrets are removed from every line; errors are logged with stack and causes.
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

/** Resolves when all lines so far have left the process. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()))
}

let output: BufferedOutput | undefined

/** One output for all loggers of the process, so that lines stay in order and are flushed together. */
function standardOutput(): BufferedOutput {
  output ??= new BufferedOutput(1)
  return output
}

let second = 0
let secondText = ''

/** Within one second, only the last digits change. Formatting the whole date would be much of a short line's cost. */
function isoTime(): string {
  const now = Date.now()
  const milliseconds = now % 1000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    secondText = `,"time":"${new Date(second).toISOString().slice(0, -'000Z'.length)}`
  }
  return `${secondText}${String(milliseconds).padStart(3, '0')}Z"`
}
