import { Writable } from 'node:stream'

interface LogRecord {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly durationMs?: number
  readonly requestId?: string
  readonly err?: ErrorRecord
}

interface ErrorRecord {
  readonly type?: string
  readonly message?: string
  readonly code?: string | number
  readonly stack?: string
  readonly cause?: ErrorRecord
}

/** Formats log lines for a terminal (`quire dev`): one short line per record, followed by stack and causes. */
export function readableLines(out: NodeJS.WritableStream): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n')) {
        if (line !== '') out.write(`${readable(line)}\n`)
      }
      done()
    },
  })
}

function readable(line: string): string {
  let record: LogRecord
  try {
    record = JSON.parse(line) as LogRecord
  } catch {
    return line
  }
  const { level, time, msg, method, path, status, durationMs, requestId, err, ...rest } = record
  const text = [time.slice(11, 23), level.toUpperCase().padEnd(5)]
  if (method === undefined) text.push(msg ?? '')
  else text.push(String(status ?? '---'), method.padEnd(6), path ?? '', `${durationMs ?? 0} ms`)
  if (requestId !== undefined && (err !== undefined || level === 'error')) text.push(`[${requestId}]`)
  if (Object.keys(rest).length > 0) text.push(JSON.stringify(rest))
  return text.join(' ') + (err === undefined ? '' : `\n${trouble(err)}`)
}

function trouble({ type, message = '', code, stack, cause }: ErrorRecord): string {
  const own = stack ?? (type === undefined ? message : `${type}: ${message}`)
  const withCode = code === undefined ? own : `${own}\n    code: ${code}`
  return cause === undefined ? withCode : `${withCode}\ncaused by ${trouble(cause)}`
}
