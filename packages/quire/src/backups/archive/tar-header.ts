import { QuireError } from '@quirecms/core'

export const BLOCK = 512

/** Offsets and lengths of header fields (POSIX ustar). */
const PARTS = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  linkName: [157, 100],
  magic: [257, 8],
  prefix: [345, 155],
} as const

const USTAR = 'ustar\u000000'
const REGULAR_FILE = '0'

/** Largest size in eleven octal digits; larger ones use the binary form of GNU tar and bsdtar. */
const LARGEST_OCTAL = 8 ** 11 - 1

export interface TarHeader {
  readonly name: string
  readonly size: number
}

/** Header of a file with mode 0600. Deterministic: contains neither names nor times of this machine. */
export function tarHeader({ name, size }: TarHeader): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for an archive`)
  const header = Buffer.alloc(BLOCK)
  const write = (part: keyof typeof PARTS, text: string) => header.write(text, PARTS[part][0], 'latin1')
  write('name', name)
  write('mode', '0000600\u0000')
  write('uid', '0000000\u0000')
  write('gid', '0000000\u0000')
  if (size <= LARGEST_OCTAL) write('size', `${size.toString(8).padStart(11, '0')}\u0000`)
  else {
    header.writeUInt8(0x80, PARTS.size[0])
    header.writeBigUInt64BE(BigInt(size), PARTS.size[0] + 4)
  }
  write('mtime', '00000000000\u0000')
  write('type', REGULAR_FILE)
  write('magic', USTAR)
  write('checksum', `${checksumOf(header).toString(8).padStart(6, '0')}\u0000 `)
  return header
}

/**
 * Parses headers that `tarHeader` can write, and refuses links, folders, devices and extended headers. Null at the end.
 */
export function readTarHeader(header: Buffer): TarHeader | null {
  if (header.every((byte) => byte === 0)) return null
  const read = (part: keyof typeof PARTS) => {
    const [start, length] = PARTS[part]
    return header.toString('latin1', start, start + length)
  }
  const text = (part: keyof typeof PARTS) => read(part).split('\u0000', 1)[0] ?? ''
  if (read('magic') !== USTAR || Number.parseInt(text('checksum'), 8) !== checksumOf(header)) throw notOurs()
  if (read('type') !== REGULAR_FILE || text('linkName') !== '' || text('prefix') !== '') throw notOurs()
  const name = text('name')
  const size = readSize(header)
  if (name === '' || !Number.isSafeInteger(size) || size < 0) throw notOurs()
  return { name, size }
}

function readSize(header: Buffer): number {
  const [start, length] = PARTS.size
  if (header.readUInt8(start) === 0x80) return Number(header.readBigUInt64BE(start + 4))
  const digits = header.toString('latin1', start, start + length - 1)
  return /^[0-7]{11}$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

/** Sum of all bytes, with spaces in its own field. */
function checksumOf(header: Buffer): number {
  const [start, length] = PARTS.checksum
  let sum = 0
  for (const [index, byte] of header.entries()) sum += index >= start && index < start + length ? 0x20 : byte
  return sum
}

export function notOurs(cause?: unknown): QuireError {
  return new QuireError('validation', 'This is not a backup of Quire, or it is damaged. Nothing was changed.', {
    cause,
  })
}
