import './styles/base.css'
// Evaluated in a separate task before the module that needs it, so that the browser can respond to a tap in between.
import 'react-dom/client'

void import('./hydration/start')
