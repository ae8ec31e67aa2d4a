import type { AnyLocalApi, EventListener, EventName, Metrics, PluginApp } from '@quirecms/core'
import { STOPPING } from './background-work.ts'

interface AnyApp {
  readonly local: unknown
  on(event: EventName | typeof STOPPING, listener: EventListener): () => void
}

export function pluginApp(app: AnyApp, metrics: Metrics): PluginApp {
  return {
    metrics,
    local: app.local as AnyLocalApi,
    on: (event, listener) => app.on(event, listener as EventListener),
    onStop: (stop) => app.on(STOPPING, stop),
  }
}
