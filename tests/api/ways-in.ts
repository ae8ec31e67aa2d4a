import { CHANNELS, type Dialect } from '@quirecms/testkit'

/** Each way in on one of the databases, as in tables of scenarios: what comes in and what is stored know nothing of each other. */
export function waysIn(dialect: Dialect): (typeof CHANNELS)[number][] {
  return CHANNELS.filter(([channel]) => (channel === 'local API') === (dialect === 'postgres'))
}
