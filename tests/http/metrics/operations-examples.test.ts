import { describe, expect, it } from 'vitest'
import { DOCUMENTED, namesIn } from './documented-names.ts'

/** Sample names: histograms have suffixes. */
const SAMPLES = new Set(
  DOCUMENTED.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
)

describe('examples of operating', () => {
  it.each(['dashboard.json', 'alerts.yml'])('%s queries only existing metrics', (example) => {
    const names = namesIn(example)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !SAMPLES.has(name))).toEqual([])
  })

  it('the dashboard shows every metric', () => {
    const shown = namesIn('dashboard.json').join(' ')
    expect(DOCUMENTED.filter(({ name }) => !shown.includes(name))).toEqual([])
  })

  it('every alert of the specification exists', () => {
    const names = namesIn('alerts.yml')
    for (const name of [
      'quire_jobs_due_seconds',
      'quire_writes_waiting',
      'quire_http_requests_total',
      'quire_sqlite_wal_bytes',
      'quire_webhooks_failed',
      'quire_backups_total',
    ])
      expect(names).toContain(name)
  })
})
