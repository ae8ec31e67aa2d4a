import { CHANNELS, type Dialect } from '@quirecms/testkit'

/** One way in on each database, as in tables of scenarios: the ways in and the databases know nothing of each other. */
export function waysIn(dialect: Dialect): (typeof CHANNELS)[number][] {
  return CHANNELS.filter(([channel]) => channel === (dialect === 'postgres' ? 'local API' : 'HTTP'))
}
