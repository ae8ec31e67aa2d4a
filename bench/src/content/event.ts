import { type Seeded, seeded } from './seeded.ts'

export interface Event {
  readonly kind: string
  readonly place: string
  readonly size: number
}

export function seededEvent(number: number): Seeded<Event> {
  return seeded(number, { kind: `kind-${(number * 7) % 100}`, place: `Hall ${number % 40}`, size: number % 500 })
}
