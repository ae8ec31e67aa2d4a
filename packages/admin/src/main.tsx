import '@fontsource-variable/instrument-sans/wght.css'
import '@fontsource-variable/newsreader/opsz.css'
import './design/tokens.css'
import './design/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { addBuiltInTypes } from './fields/registry.ts'
import { applyAppearance } from './words/appearance.ts'

addBuiltInTypes()
applyAppearance()
const root = document.getElementById('app')
if (root) createRoot(root).render(<App />)
