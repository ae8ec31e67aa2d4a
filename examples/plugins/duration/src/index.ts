import {
  buildField,
  commonOptions,
  defineFieldType,
  equality,
  NO_PROBLEMS,
  optionKinds,
  type OptionsFor,
  order,
  read,
} from 'quirecms/plugin'

export interface DurationOptions extends OptionsFor<number> {
  /** The longest one, in minutes. */
  readonly longest?: number
}

const durationType = defineFieldType<DurationOptions, number>()({
  name: 'duration',
  options: { ...commonOptions, longest: optionKinds.number },
  schema: ({ longest }) => ({
    type: 'integer',
    minimum: 0,
    ...(longest !== undefined && { maximum: longest }),
    description: 'In minutes.',
  }),
  check: (value, { longest }) =>
    longest === undefined || value <= longest
      ? NO_PROBLEMS
      : [{ code: 'max', path: '', message: `Must be at most ${longest} minutes.` }],
  expected: () => 'a whole number of minutes',
  problems: ({ longest }) =>
    longest === undefined || longest >= 1 ? [] : ['`longest` must be at least 1: it is a number of minutes'],
  storedAs: 'number',
  operators: [...equality, ...order],
  // `{ 'length.hours': { at_least: 1.5 } }`
  parts: { hours: read.scaled(read.number, 1 / 60) },
  manifest: ({ longest }) => ({ longest }),
  admin: new URL(import.meta.resolve('quire-example-duration/admin')),
})

/** How long something takes, in minutes. Queries can compare minutes, and `hours` as a part. */
export const duration = buildField<DurationOptions>()(durationType)
