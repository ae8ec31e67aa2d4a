import { words } from '../../words/words.ts'

export const jobsName = words('jobsName', { jobs: 'Jobs' })
