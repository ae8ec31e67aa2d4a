import type { Call } from 'quirecms/plugin'
import { DELIVERIES } from './delivery-table.ts'
import type { WebhookSettings } from './options.ts'

/** Upper limit of the count, which bounds its cost. */
const MOST_COUNTED = 10_000

/** Counts the pending and the failed deliveries of each endpoint. Both counts use an index. */
export function measureDeliveries({ runtime }: Call, { endpoints }: WebhookSettings): void {
  const metrics = runtime.metrics.for('webhooks')
  const labels = { endpoint: endpoints.map(({ name }) => name) }
  const counted = (status: 'pending' | 'failed') => async () => {
    const { records } = runtime.storage.reader
    const readings: { labels: { endpoint: string }; value: number }[] = []
    for (const endpoint of labels.endpoint) {
      const value = await records.count(DELIVERIES.name, { endpoint, status }, undefined, MOST_COUNTED)
      readings.push({ labels: { endpoint }, value })
    }
    return readings
  }
  const upTo = `up to ${MOST_COUNTED}`
  const pending = `Deliveries that wait to be sent, by endpoint, ${upTo}.`
  metrics.readGauge({ name: 'pending', help: pending, labels, isShared: true, read: counted('pending') })
  const failed = `Failed deliveries in the log, by endpoint, ${upTo}.`
  metrics.readGauge({ name: 'failed', help: failed, labels, isShared: true, read: counted('failed') })
}
