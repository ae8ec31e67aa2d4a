import type { MetricsConfig, QuireConfig } from '@quirecms/core'

export const METRICS_PATH = '/metrics'
export const METRICS_HOST = '127.0.0.1'

/** Undefined if metrics are off. */
export function metricsConfigOf({ server }: QuireConfig): MetricsConfig | undefined {
  const metrics = server?.metrics
  if (metrics === true) return {}
  return metrics === false ? undefined : metrics
}

const OF_THIS_MACHINE = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether the service has a public address, so that a proxy on this machine may be in front of it. */
export function hasPublicAddress({ server }: QuireConfig): boolean {
  const host = URL.parse(server?.publicUrl ?? '')?.hostname
  return host !== undefined && !OF_THIS_MACHINE.test(host)
}
