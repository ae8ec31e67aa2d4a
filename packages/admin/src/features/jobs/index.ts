import type { AdminFeature } from '../../screens/feature.ts'
import { JobsLink } from './jobs-link.tsx'
import { jobsParts } from './jobs-parts.tsx'

export const jobs: AdminFeature = {
  name: 'jobs',
  isIn: ({ operations }) => operations.includes('listJobs'),
  parts: jobsParts,
  slots: { navigation: { Component: JobsLink } },
}
