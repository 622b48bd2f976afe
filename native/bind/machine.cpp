// The Python module gdlc._machine: converts, and maps each C++ error once. No logic.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/game/explore.hpp"
#include "core/game/machine.hpp"
#include "core/game/minimax/minimax.hpp"
#include "core/game/playouts.hpp"
#include "core/stop.hpp"

namespace py = pybind11;

namespace gdlc::game {
namespace {

template <class Items>
py::list texts(const Items& items) {
  py::list found;
  for (const auto& item : items) found.append(py::str(item.text.data(), item.text.size()));
  return found;
}

// The items as they lie in memory.
template <class Item>
py::bytes packed(const std::vector<Item>& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item)};
}

py::tuple view(const Machine& machine, const py::bytes& state) {
  const View found = machine.view(std::string(state));
  return py::make_tuple(found.terminal, found.legal, found.goals);
}

py::tuple results(const Playouts& playouts) {
  const Playouts::Results& found = playouts.results();
  return py::make_tuple(packed(found.steps), packed(found.end), packed(found.goals));
}

py::list branching(const Playouts& playouts) {
  py::list rows;
  for (const auto& role : playouts.branching()) rows.append(py::make_tuple(role.legal, role.most));
  return rows;
}

// State, depth, role; None for what was not seen.
py::object sighting(const std::optional<Sighting>& seen) {
  if (!seen) return py::none();
  return py::make_tuple(py::bytes(seen->state), seen->depth, seen->role);
}

py::list fractions(const std::vector<gdlc::Rational>& numbers) {
  py::list found;
  for (const gdlc::Rational& number : numbers) {
    found.append(py::str(gdlc::fraction_text(number)));
  }
  return found;
}

// Why, state, depth; None where every state has a value.
py::object no_value(const MinimaxResult& result) {
  if (!result.no_value) return py::none();
  const char* const why = result.no_value->why == NoValue::Why::goals ? "goals" : "both_choose";
  const Sighting& where = result.no_value->where;
  return py::make_tuple(why, py::bytes(where.state), where.depth);
}

}  // namespace
}  // namespace gdlc::game

PYBIND11_MODULE(_machine, module) {
  using namespace gdlc::game;
  module.doc() = "A game as a circuit over bit vectors, random plays of it, and all its states.";

  py::register_local_exception<NotStratified>(module, "NotStratified", PyExc_ValueError);
  py::register_local_exception<gdlc::ParseError>(module, "ParseError", PyExc_ValueError);

  py::register_local_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const gdlc::Stopped&) {
      PyErr_SetString(PyExc_InterruptedError, "stopped");
    }
  });

  py::class_<gdlc::Stop>(module, "Stop").def(py::init<>()).def("interrupt", &gdlc::Stop::interrupt);

  py::class_<Machine>(module, "Machine")
      .def(py::init([](const py::bytes& text, gdlc::Stop& stop) {
             std::string copy(text);
             const py::gil_scoped_release release;
             return std::make_unique<Machine>(std::move(copy), stop);
           }),
           py::arg("aspif"), py::arg("stop"))
      .def_property_readonly(
          "fluents", [](const Machine& machine) { return texts(machine.network().fluents); })
      .def_property_readonly("moves",
                             [](const Machine& machine) { return texts(machine.network().moves); })
      .def_property_readonly("goals",
                             [](const Machine& machine) { return texts(machine.network().goals); })
      .def_property_readonly("nodes",
                             [](const Machine& machine) { return machine.network().nodes; })
      .def_property_readonly("instructions",
                             [](const Machine& machine) { return machine.network().code.size(); })
      .def(
          "set_roles",
          [](Machine& machine, std::vector<std::vector<std::uint32_t>> moves,
             std::vector<std::uint32_t> goal_role, std::vector<std::int32_t> goal_value) {
            machine.set_roles({std::move(moves), std::move(goal_role), std::move(goal_value)});
          },
          py::arg("moves"), py::arg("goal_role"), py::arg("goal_value"))
      .def("initial", [](const Machine& machine) { return py::bytes(machine.initial()); })
      .def("view", &view, py::arg("state"))
      .def(
          "next",
          [](const Machine& machine, const py::bytes& state,
             const std::vector<std::uint32_t>& moves) {
            return py::bytes(machine.next(std::string(state), moves));
          },
          py::arg("state"), py::arg("moves"));

  py::class_<Playouts>(module, "Playouts")
      .def(py::init<const Machine&, std::uint64_t, std::uint64_t, std::size_t, std::uint32_t>(),
           py::arg("machine"), py::arg("seed"), py::arg("first"), py::arg("plays"),
           py::arg("max_steps"), py::keep_alive<1, 2>())
      .def("run", &Playouts::run, py::arg("moves"), py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("ended", &Playouts::ended)
      .def_property_readonly("states", &Playouts::states)
      .def_property_readonly("results", &results)
      .def_property_readonly("branching", &branching);

  py::class_<Findings>(module, "Findings")
      .def_property_readonly("stuck", [](const Findings& found) { return sighting(found.stuck); })
      .def_property_readonly("both", [](const Findings& found) { return sighting(found.both); })
      .def_property_readonly("goals", [](const Findings& found) { return sighting(found.goals); })
      .def_property_readonly("won", [](const Findings& found) { return sighting(found.won); })
      .def_readonly("states", &Findings::states)
      .def_readonly("terminal", &Findings::terminal)
      .def_readonly("transitions", &Findings::transitions)
      .def_readonly("deepest", &Findings::deepest)
      .def_readonly("depth_done", &Findings::depth_done)
      .def_readonly("cut_by_depth", &Findings::cut_by_depth)
      .def_readonly("limited", &Findings::limited)
      .def_readonly("longest", &Findings::longest);

  module.def(
      "explore",
      [](const Machine& machine, const py::bytes& start, std::uint32_t player,
         std::optional<std::uint32_t> chance, std::vector<std::uint32_t> goals,
         std::vector<std::uint32_t> wrong, std::vector<std::uint32_t> winning,
         std::optional<std::uint32_t> depth, std::uint32_t states, std::uint64_t transitions,
         gdlc::Stop& stop) {
        const State state(start);
        const Question question{player, chance, std::move(goals), std::move(wrong),
                                std::move(winning)};
        const ExploreLimits limits{depth.value_or(ExploreLimits::no_depth), states, transitions};
        const py::gil_scoped_release release;
        return explore(machine, state, question, limits, stop);
      },
      py::arg("machine"), py::arg("start"), py::kw_only(), py::arg("player"), py::arg("chance"),
      py::arg("goals"), py::arg("wrong"), py::arg("winning"), py::arg("depth"), py::arg("states"),
      py::arg("transitions"), py::arg("stop"));

  py::class_<MinimaxResult>(module, "MinimaxResult")
      .def_property_readonly(
          "lower", [](const MinimaxResult& result) { return fractions(result.choices.lower); })
      .def_property_readonly(
          "upper", [](const MinimaxResult& result) { return fractions(result.choices.upper); })
      .def_readonly("is_known", &MinimaxResult::is_known)
      .def_readonly("has_replies", &MinimaxResult::has_replies)
      .def_property_readonly("no_value", &no_value)
      .def_property_readonly("stuck",
                             [](const MinimaxResult& result) { return sighting(result.stuck); })
      .def_readonly("states", &MinimaxResult::states)
      .def_readonly("transitions", &MinimaxResult::transitions)
      .def_readonly("layers", &MinimaxResult::layers)
      .def_readonly("programs", &MinimaxResult::programs)
      .def_readonly("bytes", &MinimaxResult::bytes)
      .def_readonly("looks", &MinimaxResult::looks);

  module.def(
      "minimax",
      [](const Machine& machine, const py::bytes& start, std::uint32_t player,
         std::optional<std::uint32_t> chance,
         const std::vector<std::pair<std::uint32_t, Worth>>& goals, bool one_goal, bool replies,
         std::uint32_t horizon, bool exact, bool prune, bool table, gdlc::Stop& stop) {
        const State state(start);
        Task task{player, chance, {}, one_goal, replies, horizon};
        for (const auto& [goal, worth] : goals) task.goals.push_back({goal, worth});
        const py::gil_scoped_release release;
        MinimaxOptions search;
        search.is_exact = exact;
        search.prune = prune;
        search.table = table;
        return minimax(machine, task, state, search, stop);
      },
      py::arg("machine"), py::arg("start"), py::kw_only(), py::arg("player"), py::arg("chance"),
      py::arg("goals"), py::arg("one_goal"), py::arg("replies"), py::arg("horizon"),
      py::arg("exact"), py::arg("prune"), py::arg("table"), py::arg("stop"));
}
