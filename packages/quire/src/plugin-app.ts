import type { AnyLocalApi, EventListener, Metrics, PluginApp } from '@quirecms/core'
import { STOPPING } from './endings.ts'

/** An application, whatever the types of its local API. */
interface AnyApp {
  readonly local: unknown
  on(event: string, listener: EventListener): () => void
}

export function pluginApp(app: AnyApp, metrics: Metrics): PluginApp {
  return {
    metrics,
    local: app.local as AnyLocalApi,
    on: (event, listener) => app.on(event, listener as EventListener),
    onStop: (stop) => app.on(STOPPING, stop),
  }
}
