import { CHANNELS, type Dialect } from '@quirecms/testkit'

/** One channel on each database, as in tables of scenarios: channels and databases are independent. */
export function waysIn(dialect: Dialect): (typeof CHANNELS)[number][] {
  return CHANNELS.filter(([channel]) => channel === (dialect === 'postgres' ? 'local API' : 'HTTP'))
}
