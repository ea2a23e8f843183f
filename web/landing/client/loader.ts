import { showAdmin } from './admin.ts';

if (document.documentElement.dataset.view === 'admin') showAdmin();
