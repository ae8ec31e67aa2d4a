/**
 * `PROPERTY_SEED=7 PROPERTY_TIMES=20 npm test -- tests/postgres/properties` looks elsewhere, and at twenty times as many cases. Every night does
 * (.github/workflows/nightly.yml), so those who wait for their tests get by with few.
 */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_101)
const TIMES = Number(process.env['PROPERTY_TIMES'] ?? 1)

/** How fast-check runs here: the same each time, unless told otherwise; a failure names the seed and the path to it. */
export function runs(numRuns: number, variant = 0): { seed: number; numRuns: number } {
  return { seed: SEED + variant, numRuns: numRuns * TIMES }
}

/** For slow and busy machines; what is asked to run for longer may take as long as it takes. */
export const PATIENCE = TIMES > 1 ? 3_600_000 : 120_000
