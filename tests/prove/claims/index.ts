import type { Claim } from '../claim.ts'
import { clock } from './clock.ts'
import { database } from './database.ts'
import { disk } from './disk.ts'
import { feed } from './feed.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { races } from './races.ts'
import { stale } from './stale.ts'
import { term } from './term.ts'

export const CLAIMS: readonly Claim[] = [kill, fuzz, stale, races, disk, database, clock, term, feed]
