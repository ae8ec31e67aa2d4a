/** A raw message of the PostgreSQL protocol: type, length, content. */
export interface Frame {
  readonly type: string
  readonly bytes: Buffer
}

export function frameReader(take: (frame: Frame) => void): (chunk: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    while (held.length >= 5) {
      const length = held.readInt32BE(1) + 1
      if (held.length < length) return
      const bytes = held.subarray(0, length)
      held = held.subarray(length)
      take({ type: String.fromCharCode(bytes[0] ?? 0), bytes })
    }
  }
}

export function messageOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

/** Splits zero-terminated texts. */
export function textsOf(content: Buffer): string[] {
  return content.toString('utf8').split('\0')
}
