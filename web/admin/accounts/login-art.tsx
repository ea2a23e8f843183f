/** Banner of the login: a lit shop window at dusk. */
export function LoginArt() {
  return (
    <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#061b20" />
          <stop offset="0.7" stopColor="#0d343a" />
          <stop offset="1" stopColor="#0a2a30" />
        </linearGradient>
        <radialGradient id="glow" cx="0.5" cy="0.35" r="0.75">
          <stop offset="0" stopColor="#ffdf9f" />
          <stop offset="0.55" stopColor="#f4b25c" />
          <stop offset="1" stopColor="#c87424" />
        </radialGradient>
        <linearGradient id="spill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f5b465" stopOpacity="0.45" />
          <stop offset="1" stopColor="#f5b465" stopOpacity="0" />
        </linearGradient>
        <clipPath id="pane">
          <path d="M190 690V330a210 210 0 0 1 420 0v360z" />
        </clipPath>
      </defs>
      <rect width="800" height="900" fill="url(#dusk)" />
      <path d="M190 720h420l150 180H40z" fill="url(#spill)" />
      <path d="M160 720V330a240 240 0 0 1 480 0v390z" fill="#071f24" />
      <g clipPath="url(#pane)">
        <rect x="190" y="110" width="420" height="590" fill="url(#glow)" />
        <path d="M400 110v110" stroke="#0a3f43" strokeWidth="4" />
        <path d="M345 262a55 42 0 0 1 110 0z" fill="#0a3f43" />
        <path d="M345 262h110l120 428H225z" fill="#fff3d6" opacity="0.35" />
        <path d="M190 470h420v12H190zM190 640h420v60H190z" fill="#7d4310" />
        <g fill="#0f5558">
          <path d="M255 470c-34-20-34-70-8-92v-26h34v26c26 22 26 72-8 92z" />
          <circle cx="352" cy="436" r="34" />
          <path d="M500 470v-96l44-30 20 126z" />
        </g>
        <g fill="#fbf4e4">
          <path d="M420 470V382h44v88z" />
          <path d="M232 640V560h70v80z" />
          <circle cx="442" cy="606" r="34" />
        </g>
        <g fill="#0a3f43">
          <path d="M326 640V520l42-24v144z" />
          <path d="M500 640c-24-40 4-66 10-110 6 44 34 70 10 110z" />
          <path d="M548 640v-52h40v52z" />
        </g>
        <path d="M230 700 470 110h60L290 700z" fill="#fff" opacity="0.1" />
      </g>
      <path d="M400 120v570M190 330h420" stroke="#071f24" strokeWidth="12" fill="none" />
      <path d="M140 700h520v28H140z" fill="#051418" />
    </svg>
  );
}
