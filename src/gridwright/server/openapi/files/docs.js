// Shows what holds the words that are typed, and opens what an address names. Without it everything is there, closed.
const words = document.querySelector('input[type=search]');
const shown = [...document.querySelectorAll('[data-words]')];

function filter() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const each of shown) each.hidden = !wanted.every((word) => each.dataset.words.includes(word));
}

function open() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = named?.closest('details');
  if (details) {
    details.hidden = false;
    details.open = true;
    details.scrollIntoView();
  }
}

words.closest('div').hidden = false;
words.addEventListener('input', filter);
addEventListener('hashchange', open);
open();
