import type { ActivitySearch } from '../../data/addresses.ts'
import type { Where } from '../../data/document.ts'
import { isKind, KINDS } from './actions.ts'

/** Turns the query string into a log filter. Invalid values are ignored. */
export function whereOf({ who, actor, kind, entity, since, until, outcome }: ActivitySearch): Where {
  const begin = startOf(since, 0)
  const end = startOf(until, 1)
  return {
    ...(who?.trim() && { 'actor.label': { contains: who.trim() } }),
    ...(actor && { 'actor.id': { equals: actor } }),
    ...(isKind(kind) && { action: { in: KINDS[kind] } }),
    ...(entity && { entity: { equals: entity } }),
    ...((begin ?? end) && {
      at: { ...(begin && { greater_than_equal: begin }), ...(end && { less_than: end }) },
    }),
    ...((outcome === 'done' || outcome === 'refused') && { outcome: { equals: outcome } }),
  }
}

function startOf(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}
