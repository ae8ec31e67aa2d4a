import { type Entity, type Call, oldestDue, type Runtime, systemCall } from '@quirecms/core'
import type { LazyFiles } from '../open-files.ts'

/** Gauges of the application that are read only when metrics are requested. */
export function measureApplication(runtime: Runtime, files: Pick<LazyFiles, 'imagesWaiting'>): void {
  const { metrics, storage, manifest } = runtime
  const entities: Entity<Call>[] = [
    ...Object.values(manifest.collections),
    ...Object.values(manifest.globals),
    manifest.service,
  ]
  if (storage.load) measureStorage(runtime, storage.load)
  metrics.readGauge({
    name: 'jobs_due_seconds',
    help: 'Age in seconds of the oldest due job that no instance has started; 0 if there is none.',
    isShared: true,
    read: async () => [{ labels: {}, value: await oldestDue(runtime) }],
  })
  if (entities.some(({ usesFiles }) => usesFiles))
    metrics.readGauge({
      name: 'images_waiting',
      help: 'Images that wait to be processed.',
      read: () => [{ labels: {}, value: files.imagesWaiting() }],
    })
  for (const entity of entities)
    for (const measure of entity.registerMetrics) measure(systemCall(runtime, entity, 'measure'))
}

function measureStorage({ metrics }: Runtime, load: NonNullable<Runtime['storage']['load']>): void {
  metrics.readGauge({
    name: 'db_connections',
    help: 'Connections to the database by state, including statements that wait for one.',
    labels: { state: ['busy', 'idle', 'waiting'] },
    read: async () => {
      const { connections } = await load()
      return Object.entries(connections).map(([state, value]) => ({ labels: { state }, value }))
    },
  })
  metrics.readGauge({
    name: 'writes_waiting',
    help: 'Transactions that wait for their turn to write.',
    read: async () => [{ labels: {}, value: (await load()).writesWaiting }],
  })
  metrics.readGauge({
    name: 'sqlite_wal_bytes',
    help: "The size of SQLite's write-ahead log.",
    isShared: true,
    read: async () => {
      const { walBytes } = await load()
      return walBytes === null ? [] : [{ labels: {}, value: walBytes }]
    },
  })
}
