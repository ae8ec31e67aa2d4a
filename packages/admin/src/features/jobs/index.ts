import { lazy } from 'react'
import type { AdminFeature } from '../../screens/feature.ts'
import { jobsParts } from './jobs-parts.tsx'

/** What the application does in the background. */
export const jobs: AdminFeature = {
  name: 'jobs',
  isIn: ({ operations }) => operations.includes('listJobs'),
  parts: jobsParts,
  slots: { navigation: { Component: lazy(async () => ({ default: (await import('./jobs-link.tsx')).JobsLink })) } },
}
