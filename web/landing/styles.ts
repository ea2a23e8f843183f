// The page's shared styles, in the order they build on each other; each section adds its own.
import './tokens.css';
import './fonts.css';
import './base.css';
import './parts.css';
import './dialog.css';
import './print.css';
