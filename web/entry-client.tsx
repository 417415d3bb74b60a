import './styles/base.css'
// Evaluated in a task of its own, before the one that needs it: two short ones leave room for a tap between.
import 'react-dom/client'

void import('./hydration/start')
