import { type CommonOptions, commonFlags, givenText, parse, wrong } from './given-options.ts'

export interface RunJobOptions extends CommonOptions {
  readonly job: string
  readonly input?: string
}

export interface JobsCommand {
  readonly name: 'jobs run'
  readonly options: RunJobOptions
}

const flags = { ...commonFlags, input: { type: 'string' } } as const

/** Whether an instance runs background jobs: by default yes; only these; or none. */
export const JOBS_CHOICES = ['only', 'off'] as const

export type JobsChoice = (typeof JOBS_CHOICES)[number]

export function jobsChoice(command: 'dev' | 'start', given: string | undefined): { readonly jobs?: JobsChoice } {
  if (given === undefined) return {}
  const jobs = JOBS_CHOICES.find((one) => one === given)
  if (jobs === undefined) throw wrong(`--jobs must be 'only' or 'off', not '${given}'.`, command)
  return { jobs }
}

export function parseJobs(args: readonly string[]): JobsCommand {
  const { values, positionals } = parse('jobs', args, flags, true)
  const [action, job, ...more] = positionals
  if (action !== 'run') throw wrong(`There is no command 'jobs${action === undefined ? '' : ` ${action}`}'.`, 'jobs')
  if (job === undefined || job === '') throw wrong('The name of the job is missing.', 'jobs')
  if (more.length > 0) throw wrong('Run one job at a time.', 'jobs')
  const options = { ...givenText('jobs', 'config', values.config), ...givenText('jobs', 'input', values.input), job }
  return { name: 'jobs run', options }
}
