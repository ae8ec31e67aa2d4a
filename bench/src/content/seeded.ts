/** A document that exists before the measurement, the same for every contender. */
export interface Seeded<Content> {
  readonly id: string
  readonly createdAt: string
  readonly content: Content
}

const START = Date.UTC(2025, 0, 1)

/** Returns the document with this number in its collection, from 1. */
export function seeded<Content>(number: number, content: Content): Seeded<Content> {
  return { id: idOf(number), createdAt: new Date(START + number * 60_000).toISOString(), content }
}

/** Returns an id like the engine's: a UUID that grows with time. Its last digits are the number. */
export function idOf(number: number): string {
  const time = (START + number * 60_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`
}

export function numberOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16)
}
