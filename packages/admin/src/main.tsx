import '@fontsource-variable/instrument-sans/wght.css'
import '@fontsource-variable/newsreader/opsz.css'
import './design/tokens.css'
import './design/base.css'
import { createRoot } from 'react-dom/client'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { clickWhatWasPressed } from './app/moved-clicks.ts'
import { preloadScreen, router } from './app/router.tsx'
import { dropStrayPresses } from './app/second-clicks.ts'
import { development } from './data/page-settings.ts'
import { loadExtensions } from './extensions/load.ts'
import { addBuiltInTypes } from './fields/registry.ts'
import { appearance, applyAppearance, useAppearance } from './words/appearance.ts'
import { loadLanguage } from './words/languages.ts'
import { queryClient } from './data/query-client.ts'
import { Toasts } from './design/toasts.tsx'
import { directionOf } from './words/direction.ts'

addBuiltInTypes()
applyAppearance()
// Before the next one, which would redirect dropped presses.
dropStrayPresses()
clickWhatWasPressed()
const root = document.getElementById('app')
const isReady = Promise.all([loadExtensions(), loadLanguage(appearance().language)])
preloadScreen()
if (root) void isReady.then(() => createRoot(root).render(<App />))
const watched = development
if (watched !== undefined)
  void import('./data/follow-development.ts').then((it) => {
    // Features may have been enabled or disabled.
    it.followDevelopment(watched, () => void router.invalidate())
  })

function App() {
  const direction = directionOf(useAppearance().language)
  return (
    <StrictMode>
      {/* Components must not add style elements: the Content-Security-Policy refuses them. */}
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={direction}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toasts />
          </QueryClientProvider>
        </DirectionProvider>
      </CSPProvider>
    </StrictMode>
  )
}
