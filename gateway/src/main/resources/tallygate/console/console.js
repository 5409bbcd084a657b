// Keys, copying and live parts. Every page works without this file.
(() => {
  "use strict";
  const root = document.documentElement;
  const zh = root.lang.startsWith("zh");
  const GO = { o: "/", c: "/rejected", t: "/tasks", f: "/failed", r: "/discrepancies", s: "/sagas", e: "/endpoints", l: "/lanes", a: "/audit" };
  let waitsForPlace = false;
  // On a phone what can be folded away is; without this file it is open.
  if (matchMedia("(max-width: 60rem)").matches) {
    for (const part of document.querySelectorAll("#menu, .fold")) part.open = false;
  }

  const rows = () => [...document.querySelectorAll("main tbody tr[data-href]")];
  const chosen = () => document.querySelector('tr[aria-selected="true"]');
  const choose = (row) => {
    const before = chosen();
    if (before) before.removeAttribute("aria-selected");
    if (row) {
      row.setAttribute("aria-selected", "true");
      row.scrollIntoView({ block: "nearest" });
      const link = row.querySelector("a");
      if (link) link.focus();
    }
  };
  const step = (by) => {
    const all = rows();
    if (all.length === 0) return;
    const at = all.indexOf(chosen());
    choose(all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + by))]);
  };
  const help = () => {
    const dialog = document.getElementById("keys");
    if (dialog && !dialog.open) dialog.showModal();
  };

  document.addEventListener("keydown", (event) => {
    const inField = event.target.closest("input, textarea, select, [contenteditable]");
    if (root.dataset.keys === "off" || inField || event.ctrlKey || event.metaKey || event.altKey) return;
    if (waitsForPlace) {
      waitsForPlace = false;
      if (GO[event.key]) location.assign(GO[event.key]);
      return;
    }
    const row = chosen();
    switch (event.key) {
      case "/": { const field = document.querySelector(".seek input"); if (field) { event.preventDefault(); field.focus(); } break; }
      case "j": step(1); break;
      case "k": step(-1); break;
      case "x": { const box = row && row.querySelector('input[type="checkbox"]'); if (box) box.checked = !box.checked; break; }
      case "y": if (row && row.dataset.id) navigator.clipboard.writeText(row.dataset.id); break;
      case "g": waitsForPlace = true; setTimeout(() => { waitsForPlace = false; }, 1500); break;
      case "?": help(); break;
      default: break;
    }
  });

  document.addEventListener("click", (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      navigator.clipboard.writeText(copy.dataset.copy).then(() => { copy.setAttribute("aria-label", zh ? "已复制" : "Copied"); if (copy.textContent) copy.textContent = zh ? "已复制" : "Copied"; });
    }
    if (event.target.closest("[data-help]")) help();
    const close = event.target.closest("[data-close]");
    if (close) close.closest("dialog").close();
  });

  for (const part of document.querySelectorAll("[data-live]")) {
    const state = document.getElementById("live-state");
    const source = new EventSource(part.dataset.live);
    const tell = (text, sign) => { if (state) { state.textContent = text; state.className = "live " + sign; } };
    source.addEventListener("part", (event) => {
      tell((zh ? "实时 · " : "Live · ") + new Date().toISOString().slice(11, 19) + " UTC", "is-on");
      // Nothing is pulled away from under somebody's focus or selection.
      if (part.contains(document.activeElement) || !(getSelection() || { isCollapsed: true }).isCollapsed) return;
      // The server made this part from escaped values, exactly as it makes the page.
      const open = [...part.querySelectorAll("details[open]")].map((d) => d.id);
      part.innerHTML = event.data;
      open.forEach((id) => { const d = document.getElementById(id); if (d) d.open = true; });
    });
    source.onerror = () => {
      tell((zh ? "未更新，自 " : "Stale since ") + new Date().toISOString().slice(11, 19) + " UTC", "is-stale");
    };
    document.addEventListener("visibilitychange", () => { if (document.hidden) source.close(); else location.reload(); });
  }
})();
