// The page's shared styles in cascade order; each section imports its own.
import './tokens.css';
import './fonts.css';
import './base.css';
import './parts.css';
import './dialog.css';
import './print.css';
