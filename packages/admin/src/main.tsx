import '@fontsource-variable/instrument-sans/wght.css'
import '@fontsource-variable/newsreader/opsz.css'
import './design/tokens.css'
import './design/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { clickWhatWasPressed } from './app/moved-clicks.ts'
import { preloadScreen } from './app/preload-screen.ts'
import { router } from './app/router.tsx'
import { dropStrayPresses } from './app/second-clicks.ts'
import { development } from './data/development.ts'
import { loadExtensions } from './extensions/load.ts'
import { addBuiltInTypes } from './fields/registry.ts'
import { appearance, applyAppearance } from './words/appearance.ts'
import { loadLanguage } from './words/languages.ts'

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
