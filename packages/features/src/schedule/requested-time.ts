import { type Call, invalidQuery, type Parameter, parseInstant } from '@quirecms/core/feature'

const moment = (name: string, description: string): Parameter => ({
  name,
  spellings: [name],
  description,
  encoding: 'text',
  schema: { type: 'string', format: 'date-time' },
})

export const timeParameters: readonly Parameter[] = [
  moment('from', 'Only what is scheduled for this moment or later.'),
  moment('until', 'Only what is scheduled for before this moment.'),
]

export interface RequestedTime {
  readonly from: string | undefined
  readonly until: string | undefined
}

export function requestedTime({ input: { query } }: Call): RequestedTime {
  const issues = ['from', 'until'].flatMap((path) => {
    const isRight = query[path] === undefined || instantIn(query[path]) !== undefined
    const message = `"${path}" must be a date and time such as 2030-01-31T09:00:00Z.`
    return isRight ? [] : [{ code: 'format' as const, path, message }]
  })
  if (issues.length > 0) throw invalidQuery(issues)
  return { from: instantIn(query['from']), until: instantIn(query['until']) }
}

function instantIn(value: unknown): string | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined
}
